import { readOriginal } from "../../../extension/core/merge/original.ts";
import { readPlacingFile, type PlacingFile } from "../../../extension/core/placing/placingFile.ts";
import { readShownBlock, type ShownBlock } from "../../../extension/core/placing/shownBlock.ts";
import type { Window } from "../../../extension/core/placing/windows.ts";

export const readFile = (text: string, language?: string): PlacingFile =>
  readPlacingFile(readOriginal(text, language, undefined));

export const readShown = (text: string): ShownBlock => readShownBlock(text.split("\n"));

/** Lines as an editor counts them, from 1: what a window takes, or the line that it is behind and the columns. */
export function tellWindow({ start, end, width, also = [] }: Pick<Window, "start" | "end" | "width" | "also">): string {
  if (width !== undefined) return `behind ${start}, ${width} deep`;
  return [{ start, end }, ...also].map((range) => `${range.start + 1}-${range.end}`).join(" and ");
}

/** Has lines that nest, an `if` with two branches, and a comment that belongs to what is below it. */
export const DOOR = `// A door.
class Door {
  open() {
    if (this.isLocked) {
      this.unlock();
    } else {
      this.push();
    }
  }

  close() {
    this.pull();
  }
}
`;

/** Has two functions that differ in a word. */
export const STORE = `import os
import sys

LIMIT = 2


class Store:
    def get(self, key):
        return self.items[key]

    def put(self, key, value):
        self.items[key] = value


def save(path):
    return open(path, "w")
`;

const DOORS = `export class Door {
  open() {
    const key = this.find();
    this.turn(key);
    return true;
  }

  close() {
    const key = this.find();
    this.turn(key);
    return false;
  }
}

export function knock(door) {
  door.hit();
}
`;

const GO = `package store

import "os"

type Store struct {
	path string
}

func (s *Store) Load() error {
	_, err := os.ReadFile(s.path)
	return err
}

func (s *Store) Drop() error {
	return os.Remove(s.path)
}
`;

const GUIDE = `# Tool

Does things.

## Install

Run \`npm install\`.

## Use

Run \`tool\`.

- fast
- small
`;

const CARGO = `[package]
name = "tool"
version = "1.0.0"

[dependencies]
serde = "1"

[profile.release]
lto = true
`;

const STYLES = `.door {
  color: red;
}

.gate {
  color: blue;
  width: 2px;
}
`;

/** A file of each language. */
export const FILES = {
  javascript: DOORS,
  python: STORE,
  go: GO,
  markdown: GUIDE,
  toml: CARGO,
  css: STYLES,
} as const;
