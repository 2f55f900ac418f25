/** An answer of the gateway with its body read; `body` is the JSON when there is any. */
export type HttpAnswer = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Record<string, unknown>
}

export type HttpRequest = {
  readonly token?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends one request to a gateway; a `body` that is not a string is sent as JSON. */
export async function ask(
  baseUrl: string,
  method: string,
  path: string,
  { token, body, headers = {} }: HttpRequest = {},
): Promise<HttpAnswer> {
  const response = await fetch(baseUrl + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  const parsed = isJson && text !== '' ? (JSON.parse(text) as Record<string, unknown>) : {}
  return { status: response.status, headers: response.headers, text, body: parsed }
}

/** The smallest one-call request that every schema accepts. */
export const oneCall = {
  conditions: [{ description: 'one row', deterministic_check: { checker: 'row_count', expected: 1 } }],
  max_amount_cents: 500,
  evidence: { rows: [{ email: 'a@example.com' }] },
}
