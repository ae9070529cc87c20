/* Files of which the tests let lines vanish. */

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
