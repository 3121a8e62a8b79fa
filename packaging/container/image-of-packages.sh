#!/usr/bin/env bash
# Makes a container image of Debian packages where nothing can be pulled: downloads them with all that they depend on, unpacks
# them into an empty root folder, and imports that.
#
#   image-of-packages.sh NAME 'PACKAGE…' [INSTRUCTION…]
#
# Instructions are those of a Dockerfile that describe the image, such as 'USER 1000'. A folder in IMAGE_EXTRA is copied on top.
set -euo pipefail

[ $# -ge 2 ] || { echo "usage: ${0##*/} NAME 'PACKAGE…' [INSTRUCTION…]" >&2; exit 2; }
name=$1
read -ra packages <<<"$2"
shift 2
instructions=()
for instruction in "$@"; do instructions+=(--change "$instruction"); done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/archives/partial" "$folder/root"/{tmp,run,proc,sys,dev,etc,bin,sbin,var,root}
: >"$folder/status"

download() {
  apt-get install -qq --download-only --yes --no-install-recommends \
    -o Dir::State::status="$folder/status" -o Dir::Cache::archives="$folder/archives" -o APT::Sandbox::User=root \
    -o Debug::NoLocking=1 busybox-static "${packages[@]}" >"$folder/log" 2>&1
}
download || { sleep 5 && download; } || { cat "$folder/log" >&2; exit 1; }
for archive in "$folder/archives"/*.deb; do dpkg-deb --fsys-tarfile "$archive" | tar -x --keep-directory-symlink -C "$folder/root"; done

# Only what a container needs of a system: a shell with the common tools, and names for its users.
busybox=bin/busybox
[ -e "$folder/root/$busybox" ] || busybox=usr/bin/busybox
for tool in sh cat grep sleep ls; do
  [ -e "$folder/root/bin/$tool" ] || ln -s "/$busybox" "$folder/root/bin/$tool"
done
printf '%s\n' root:x:0:0::/root:/bin/sh twinhaus:x:10001:10001::/var/lib/twinhaus:/bin/false mosquitto:x:10002:10002::/tmp:/bin/false \
  knxd:x:10003:10003::/tmp:/bin/false >"$folder/root/etc/passwd"
printf '%s\n' root:x:0: twinhaus:x:10001: mosquitto:x:10002: knxd:x:10003: >"$folder/root/etc/group"
chmod 1777 "$folder/root/tmp"
if [ -n "${IMAGE_EXTRA:-}" ]; then cp -a "$IMAGE_EXTRA/." "$folder/root/"; fi

tar -c -C "$folder/root" . |
  docker import --change 'ENV PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' "${instructions[@]}" - "$name"
