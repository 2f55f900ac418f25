import type { WayForward } from '../model/spool.ts'

type NextCall = WayForward['next']

const nextCalls = {
  resubmit: 'then call evidence and verify again',
  confirm: 'with evidence of type confirmation or with verify, then call verify again',
  judge: 'with external-result, then call verify again',
  verify: 'then call verify again',
  agree: 'because no call on this Spool can end it',
} as const satisfies Record<NextCall, string>

/** The same for who holds no key of the Spool, and can only pay for another verification. */
const callsWithoutKey: Readonly<Record<NextCall, string>> = {
  resubmit: 'then pay for another verification',
  confirm: 'in a verification that an account asks for: one that is paid for by itself waits for no one',
  judge: 'in a verification that an account asks for: one that is paid for by itself waits for no one',
  verify: 'then pay for another verification',
  agree: 'and pay for another verification',
}

/** The calls that may follow a fix, in the order in which a hint names them. */
export const callOrder = Object.keys(nextCalls) as readonly NextCall[]

/** The end of a sentence of a hint: the call that follows its fixes. */
export function nextCallWords(next: NextCall, hasKey: boolean): string {
  return (hasKey ? nextCalls : callsWithoutKey)[next]
}
