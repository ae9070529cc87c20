/* Files that several tests of the proof change. */

export const doors = `function open(door) {
  check(door);
  turn(door.key);
  push(door);
}

function close(door) {
  pull(door);
  turn(door.lock);
  log(door);
}

start();
`;

export const tasks = `import queue

def run(job):
    """Runs it.
    Twice."""
    claim(job)
    if job.retry:
        wait(job)
        reset(job)
    job.work(limit=10)

    release(job)

def stop(job):
    release(job)
    drop(job)

TIMEOUT = 30
`;

export const shop = `class Shop
{
    void Open()
    {
        unlock();
        light();
    }

    void Close()
    {
        dim();
        lock();
    }
}
`;

export const door = `import { log } from "./log";

function open(door) {
  check(door);
  turn(door.key);
  push(door);
}

// Quietly.
function close(door) {
  pull(door);
  turn(door.key);
}

startAll("a long and tedious list of names");
`;

/** Three functions that end alike. */
export const turns = `function open(door) {
  turn(door.key);
  push(door);
}

function close(door) {
  pull(door);
  turn(door.key);
}

function lock(door) {
  turn(door.key);
  turn(door.key);
}
`;
