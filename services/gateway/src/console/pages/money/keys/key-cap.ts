import type { KeyCap } from '@outturn/contracts'
import { html, meter, note, usdText } from '@outturn/pages'
import type { VNode } from 'preact'
import type { KeyNames } from './key-names.ts'
import { nextFirst } from '../period/month.ts'

type Spending = Pick<KeyCap, 'capMicros' | 'usedMicros'>

/** From here on a page says that a cap is near, in percent. */
const nearPercent = 80

/** Whole percent of the cap that is used; 100 only where nothing is left. */
export function percentUsed({ capMicros, usedMicros }: Spending): number {
  const [cap, used] = [BigInt(capMicros), BigInt(usedMicros)]
  return cap <= used ? 100 : Number((used * 100n) / cap)
}

export function leftOf({ capMicros, usedMicros }: Spending): bigint {
  const left = BigInt(capMicros) - BigInt(usedMicros)
  return left > 0n ? left : 0n
}

/** How much of the cap is used, in words. */
export function capWords(cap: Spending): string {
  const percent = percentUsed(cap)
  if (percent === 100) return '100 %, reached'
  return percent >= nearPercent ? `${percent} %, near the cap` : `${percent} %`
}

/** How much of the cap is used, in words and as a bar. */
export function capUse(cap: Spending): VNode {
  const percent = percentUsed(cap)
  const isNear = percent >= nearPercent
  return html`<span class=${isNear ? 'small strong' : 'small quiet'}>${capWords(cap)}</span>${meter(percent, isNear)}`
}

/** A warning for each key that is near its cap or has reached it; who may open its page gets a link. */
export function capWarnings(
  caps: readonly KeyCap[],
  { names, opensKeys, now }: { names: KeyNames; opensKeys: boolean; now: Date },
): readonly VNode[] {
  return caps
    .filter((cap) => percentUsed(cap) >= nearPercent)
    .map((cap) => {
      const { keyId, capMicros } = cap
      const name = names.get(keyId) ?? keyId
      const percent = percentUsed(cap)
      const [amount, until] = [usdText(BigInt(capMicros)), nextFirst(now)]
      const words =
        percent === 100
          ? html`<span><span class="strong"><bdi>${name}</bdi> has reached its monthly cap of ${amount} USD.</span> Its runs are refused until ${until}.</span>`
          : html`<span><span class="strong"><bdi>${name}</bdi> has used ${percent} % of its monthly cap.</span> At ${amount} USD its runs are refused until ${until}.</span>`
      const link = opensKeys ? html`<a href=${`/console/keys/${keyId}#cap`}>See the cap</a>` : null
      return note(percent === 100 ? 'bad' : 'warn', html`<span class="row end">${words}${link}</span>`)
    })
}
