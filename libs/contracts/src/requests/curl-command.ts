/** A request of the log, as its command repeats it. */
export type RepeatableRequest = {
  readonly method: string
  readonly path: string
  readonly body_bytes: number
}

/** The request as a command: its key and its body are the reader's, and a write has a new idempotency key. */
export function curlCommand(
  { method, path, body_bytes: bytes }: RepeatableRequest,
  publicUrl: string,
): string {
  const isWrite = method !== 'GET' && method !== 'HEAD'
  const lines = [
    `curl -sS${method === 'POST' || method === 'GET' ? '' : ` -X ${quoted(method)}`} ${quoted(publicUrl + path)}`,
    '  -H "authorization: Bearer $OUTTURN_KEY"',
    ...(isWrite ? ['  -H "idempotency-key: $(openssl rand -hex 16)"'] : []),
    ...(isWrite && bytes > 0 ? ["  -H 'content-type: application/json'", '  -d @body.json'] : []),
    ...(method === 'POST' && bytes === 0 ? ['  -X POST'] : []),
  ]
  return lines.join(' \\\n')
}

/** A word of a shell, in which nothing has a meaning. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
