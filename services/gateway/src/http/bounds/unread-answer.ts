import type { ServerResponse } from 'node:http'

/**
 * Ends the connection of a caller that takes nothing of its answer for so long: what it has not taken holds memory and a
 * place. The time begins anew whenever some of the answer could be sent; it ends with the answer.
 */
export function cutOffUnread(response: ServerResponse, timeoutMs: number, onCut: () => void): void {
  response.setTimeout(timeoutMs, () => {
    onCut()
    response.destroy()
  })
}
