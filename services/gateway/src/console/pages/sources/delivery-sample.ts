/** A command for a terminal that signs and sends one delivery, as a sender by Standard Webhooks would. */
export function deliverySample({ url, secret, payload }: DeliverySample): string {
  return [
    secret === null ? 'secret=$OUTTURN_SOURCE_SECRET' : `secret=${quoted(secret)}`,
    `body=${quoted(payload)}`,
    'time=$(date +%s); id=msg_$time',
    `key=$(printf '%s' "\${secret#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')`,
    `signature=$(printf '%s.%s.%s' "$id" "$time" "$body" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)`,
    `curl -sS ${quoted(url)} \\`,
    `  -H "webhook-id: $id" -H "webhook-timestamp: $time" -H "webhook-signature: v1,$signature" \\`,
    `  -H 'content-type: application/json' --data-binary "$body"`,
  ].join('\n')
}

type DeliverySample = {
  readonly url: string
  /** Null where it is not shown: the command then reads it from the environment. */
  readonly secret: string | null
  readonly payload: string
}

/** A word of the shell that stands for this text alone. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
