import type { OneCallResponse } from '@outturn/contracts'
import { deliveryBody } from '../load/delivery.ts'
import type { Pace } from '../pace.ts'
import type { ReceiptsResult } from '../report/result.ts'
import type { Target } from '../target.ts'
import { measurePage } from './page.ts'
import { measureVerifiers } from './verifiers.ts'

/** Units of the receipt that is verified and shown. */
const units = 20

/** What it costs others to check a receipt of the system: in a program, and on its page. */
export async function measureReceipts(
  system: Target,
  { baseUrl, pace, tell }: { baseUrl: string; pace: Pace; tell(message: string): void },
): Promise<ReceiptsResult> {
  const { url, headers } = system
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: deliveryBody(units),
  })
  const { receipt } = (await response.json()) as OneCallResponse
  if (response.status !== 201 || receipt === null) throw new Error(`no receipt: ${response.status}`)
  const [text, keys] = await Promise.all(
    [`/r/${receipt.id}/receipt.json`, '/.well-known/outturn-keys.json'].map(async (path) =>
      (await fetch(baseUrl + path)).text(),
    ),
  )
  tell('verifying a receipt')
  const verifiers = await measureVerifiers(text ?? '', keys ?? '', pace.sideMs)
  tell('showing a receipt')
  return { units, verifiers, page: await measurePage(baseUrl, receipt.id) }
}
