import type { ListedRequest } from '../../../store/request-store.ts'

/** The request as a command: its key and its body are the reader's, and a write has a new idempotency key. */
export function curlCommand(
  { method, path, body_bytes: bytes }: Pick<ListedRequest, 'method' | 'path' | 'body_bytes'>,
  publicUrl: string,
): string {
  const isWrite = method === 'POST'
  const lines = [
    `curl -sS${isWrite || method === 'GET' ? '' : ` -X ${quoted(method)}`} ${quoted(publicUrl + path)}`,
    '  -H "authorization: Bearer $OUTTURN_KEY"',
    ...(isWrite ? ['  -H "idempotency-key: $(uuidgen)"'] : []),
    ...(isWrite && bytes > 0 ? ["  -H 'content-type: application/json'", '  -d @body.json'] : []),
    ...(isWrite && bytes === 0 ? ['  -X POST'] : []),
  ]
  return lines.join(' \\\n')
}

/** A word of a shell, in which nothing has a meaning. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
