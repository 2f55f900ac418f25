import { isLoopbackUrl } from '@outturn/checkers'
import { unprocessable } from '@outturn/contracts'

/** Refuses to send a browser to the machine that it runs on, unless this system is there itself. */
export function assertReachable(
  request: { readonly refresh_url: string; readonly return_url: string },
  publicUrl: string,
): void {
  if (isLoopbackUrl(publicUrl)) return
  for (const field of ['refresh_url', 'return_url'] as const) {
    if (!isLoopbackUrl(request[field])) continue
    throw unprocessable(field, 'This is an address of the machine on which the browser runs.', {
      remediation: 'Send the https address of a page that the provider can open.',
    })
  }
}
