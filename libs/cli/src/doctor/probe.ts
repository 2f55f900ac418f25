const timeoutMs = 5_000
const mostBytes = 4 * 1024 * 1024

/** One answer of an address, or why there is none. */
export type Probe =
  | { readonly status: number; readonly date: string | null; readonly tookMs: number; readonly json: unknown }
  | { readonly problem: string; readonly isTls: boolean }

/** Reads an address once, without following it elsewhere. A key goes along only where it is given. */
export async function probe(
  url: string,
  { key, signal }: { key?: string; signal: AbortSignal },
): Promise<Probe> {
  const startedAt = performance.now()
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const text = await textOf(response)
    return {
      status: response.status,
      date: response.headers.get('date'),
      tookMs: Math.round(performance.now() - startedAt),
      json: jsonOf(text),
    }
  } catch (error) {
    signal.throwIfAborted()
    const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } }
    if (name === 'TimeoutError') return { problem: `no answer within ${timeoutMs / 1_000} s`, isTls: false }
    const code = cause?.code ?? ''
    const isTls = /CERT|SSL|TLS|SELF_SIGNED|ALTNAME/i.test(code)
    return { problem: cause?.message || code || message, isTls }
  }
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > mostBytes) throw new Error('the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
