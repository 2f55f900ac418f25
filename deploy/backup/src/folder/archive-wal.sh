#!/bin/sh
# The archive_command of Postgres: archive-wal.sh <path of a segment> <name of the segment> <folder of the archive>
# Ends with 0 only when the compressed segment is whole on the disk; Postgres keeps the segment and tries again otherwise.
set -eu
umask 077
source=$1
name=$2
folder=$3
if [ ! -d "$folder" ]; then
  echo "$folder is not there: is the disk of the backups mounted?" >&2
  exit 1
fi
target=$folder/$name.gz
if [ -e "$target" ]; then
  # After a crash Postgres archives a segment once more. Another content is that of another cluster.
  if gzip -dc "$target" | cmp -s - "$source"; then exit 0; fi
  echo "$target is there already, with another content: do two clusters archive into one folder?" >&2
  exit 1
fi
partial=$folder/.$name.partial
trap 'rm -f "$partial"' EXIT
gzip -1 -c "$source" > "$partial"
sync "$partial"
mv "$partial" "$target"
sync "$folder"
