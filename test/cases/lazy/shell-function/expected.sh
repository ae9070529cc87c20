#!/bin/sh
set -eu

target=${1:?usage: backup.sh TARGET}
stamp=$(date +%Y-%m-%d)

log() {
  printf '%s %s\n' "$(date +%T)" "$*"
}

archive() {
  part="$target/.home-$stamp.part"
  trap 'rm -f "$part"' EXIT
  tar -czf "$part" "$HOME"
  mv -- "$part" "$target/home-$stamp.tar.gz"
}

prune() {
  ls -1t "$target"/home-*.tar.gz | tail -n +8 | while read -r old; do
    rm -- "$old"
  done
}

log "start"
archive
prune
log "done"
