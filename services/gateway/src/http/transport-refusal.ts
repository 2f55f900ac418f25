import { type ErrorReason, Refusal } from '@outturn/contracts'

const bodyTooLarge = 'FST_ERR_CTP_BODY_TOO_LARGE'
const refusals: Readonly<Record<string, () => Refusal>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => notJson('The Content-Type is not application/json.', 'content_type'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    notJson('The body is not as long as its Content-Length.', 'content_length'),
  // The connection ended inside the body; its sender is gone, and the log should not call it our failure.
  ECONNRESET: () => notJson('The body ended early.', 'aborted'),
}

/** What the server library refused, in the words of the contract; anything else as it is. */
export function transportRefusal(error: unknown, tooLarge: () => Refusal): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === bodyTooLarge) return tooLarge()
  if (typeof code !== 'string' || error instanceof Refusal || !Object.hasOwn(refusals, code)) return error
  return refusals[code]?.()
}

function notJson(message: string, reason: ErrorReason): Refusal {
  return new Refusal('invalid_json', message, { reason })
}
