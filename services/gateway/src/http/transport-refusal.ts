import { type ErrorReason, Refusal } from '@outturn/contracts'

/** What the server library refused, in the words of the contract; anything else as it is. */
export function transportRefusal(
  error: unknown,
  { readableAborted: isCutOff }: { readonly readableAborted: boolean },
): unknown {
  if (!(error instanceof Error) || error instanceof Refusal || !('code' in error)) return error
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return notJson('The Content-Type is not application/json.', 'content_type')
    // The connection ended inside the body: its sender is gone, and the log should not call it our failure. Connections to the store
    // are lost by the same code.
    case 'ECONNRESET':
      return isCutOff ? notJson('The body ended early.', 'aborted') : error
    default:
      return error
  }
}

/** The refusal of a body that came otherwise than it said. */
export function wrongLength(): Refusal {
  return notJson('The body is not as long as its Content-Length.', 'content_length')
}

function notJson(message: string, reason: ErrorReason): Refusal {
  return new Refusal('invalid_json', message, { reason })
}
