#!/bin/bash
# The health of a process in its container: `health.sh HOST PORT PATH` ends with 0 when the path answers 200.
#
# A shell asks, and not a Node of its own: each container is asked every few seconds, also while it rests.
exec 3<>"/dev/tcp/$1/$2" || exit 1
printf 'GET %s HTTP/1.0\r\nHost: %s\r\n\r\n' "$3" "$1" >&3
read -r -t 2 answer <&3 || exit 1
[[ $answer == 'HTTP/1.'?' 200 '* ]]
