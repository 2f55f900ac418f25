import { unprocessable } from '@outturn/contracts'

/** The EVM address of a party's `wallet:eip155:<chain>:0x…`, in lower case. */
const addressOf = (wallet: string) => wallet.slice(wallet.lastIndexOf(':') + 1).toLowerCase()

/**
 * Refuses settlement addresses that nothing can be paid from or to: the zero address, one that is `reserved`, such as the token itself, and
 * one for both parties.
 */
export function assertUsableAddresses(
  wallets: readonly (string | undefined)[],
  reserved: readonly string[],
): void {
  const taken = new Set<string>()
  wallets.forEach((wallet, index) => {
    if (wallet === undefined) return
    const address = addressOf(wallet)
    const problem = problemOf(address, reserved, taken)
    if (problem !== null) {
      throw unprocessable(`parties[${index}].settlement_address`, problem, {
        reason: 'unusable_address',
        remediation: 'Send the address of a wallet of this party alone, or leave settlement_address out.',
      })
    }
    taken.add(address)
  })
}

function problemOf(address: string, reserved: readonly string[], taken: ReadonlySet<string>): string | null {
  if (/^0x0{40}$/.test(address)) return 'This is the zero address: what is sent there is lost.'
  if (reserved.includes(address)) {
    return 'This is a contract of the payment, such as the token itself, and no wallet of a party.'
  }
  return taken.has(address) ? 'Both parties have this address; a payment would move nothing.' : null
}
