/** Who can end a refusal of the chain: the buyer, or none of the parties. */
export type RefusalActor = 'buyer' | 'none'

const longestText = 200
/** What the token says of the wallet of the buyer, and not of itself. */
const ofBuyer = /signature|blacklist|blocklist|denylist|frozen|allowance|balance/i

/** The words of the chain as they are kept. */
export function refusalText(refusal: string): string {
  return refusal.slice(0, longestText)
}

export function refusalActor(refusal: string): RefusalActor {
  return ofBuyer.test(refusal) ? 'buyer' : 'none'
}

/** What the parties are told of a transfer that the chain refuses now. */
export function refusalMessage(refusal: string, actor: RefusalActor): string {
  const who =
    actor === 'buyer'
      ? 'The buyer can end it: the refusal is about its wallet.'
      : 'Only the issuer of the token, or who runs the contract that refuses, can end it.'
  return `The chain refuses the transfer now: "${refusal}". ${who} What was earned stays owed, and is sent by itself once the chain takes it.`
}
