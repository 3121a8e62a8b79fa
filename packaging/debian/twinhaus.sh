#!/bin/sh
# Starts Twinhaus with the Node.js of this machine; TWINHAUS_NODE names another one.
# Each login needs 16 MiB for a moment, on a thread of its own: without these, glibc keeps that memory for every thread.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
export MALLOC_MMAP_THRESHOLD_="${MALLOC_MMAP_THRESHOLD_:-1048576}"
node="${TWINHAUS_NODE:-@NODE@}"
if [ ! -x "$node" ]; then
  echo "twinhaus: there is no $node: install Node.js 20.19 or later, or set TWINHAUS_NODE in /etc/default/twinhaus" >&2
  exit 2
fi
exec "$node" /usr/lib/twinhaus/bin/twinhaus.js "$@"
