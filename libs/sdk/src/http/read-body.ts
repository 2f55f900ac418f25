/** An answer is larger than the client takes. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

/** The bytes of an answer, at most `maxBytes`; what comes after them is not read. */
export async function readBody(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(response.headers.get('content-length') ?? 0)
  if (announced > maxBytes) {
    await response.body?.cancel()
    throw new AnswerTooLarge(`The answer has ${announced} bytes.`)
  }
  // Some runtimes give no stream.
  if (!response.body) return withinLimit(new Uint8Array(await response.arrayBuffer()), maxBytes)
  const parts: Uint8Array[] = []
  let size = 0
  const reader = response.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return joined(parts, size)
    size += value.byteLength
    if (size > maxBytes) {
      await reader.cancel()
      throw new AnswerTooLarge(`The answer has more than ${maxBytes} bytes.`)
    }
    parts.push(value)
  }
}

function withinLimit(bytes: Uint8Array<ArrayBuffer>, maxBytes: number): Uint8Array<ArrayBuffer> {
  if (bytes.byteLength <= maxBytes) return bytes
  throw new AnswerTooLarge(`The answer has ${bytes.byteLength} bytes.`)
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.byteLength
  }
  return whole
}
