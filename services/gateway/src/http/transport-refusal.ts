import { type ErrorReason, Refusal } from '@outturn/contracts'

const refusals: Readonly<Record<string, () => Refusal>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => notJson('The Content-Type is not application/json.', 'content_type'),
  // The connection ended inside the body; its sender is gone, and the log should not call it our failure.
  ECONNRESET: () => notJson('The body ended early.', 'aborted'),
}

/** What the server library refused, in the words of the contract; anything else as it is. */
export function transportRefusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (typeof code !== 'string' || error instanceof Refusal || !Object.hasOwn(refusals, code)) return error
  return refusals[code]?.()
}

/** The refusal of a body that came otherwise than it said. */
export function wrongLength(): Refusal {
  return notJson('The body is not as long as its Content-Length.', 'content_length')
}

function notJson(message: string, reason: ErrorReason): Refusal {
  return new Refusal('invalid_json', message, { reason })
}
