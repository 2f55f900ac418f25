#!/bin/sh
# The health of nats-server in its container: `health.sh`, each few seconds.
#
# After a failed write, such as on a full file system, NATS refuses every further write to the stream until it is restarted, also when there
# is space again. Then the server alone is healthy and its streams are not. Once there is space this script ends the server, which the
# container starts again. Three failures in a row are required, so that streams that are still read at a start are left alone.
url=${NATS_MONITOR_URL:-http://127.0.0.1:8222}
store=${NATS_STORE_DIR:-/data}
server=${NATS_PID:-1}
failures=${NATS_FAILURES_FILE:-/tmp/store-failures}
min_free_kib=${NATS_MIN_FREE_KIB:-65536}

if wget -q --spider "$url/healthz"; then
  rm -f "$failures"
  exit 0
fi
if wget -q --spider "$url/healthz?js-server-only=true"; then
  echo x >>"$failures"
  free_kib=$(df -Pk "$store" | awk 'NR == 2 { print $4 }')
  if [ "$(wc -l <"$failures")" -ge 3 ] && [ "$free_kib" -ge "$min_free_kib" ]; then
    rm -f "$failures"
    kill -TERM "$server"
  fi
fi
exit 1
