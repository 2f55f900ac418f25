/** Items that wait, each of an account. */
export type FairQueue<Item> = {
  readonly size: number
  add(item: Item, account: string): void
  /** Takes every item: those of one account in the order they came, the accounts in turns. */
  takeAll(): Item[]
}

export function createFairQueue<Item>(): FairQueue<Item> {
  let byAccount = new Map<string, Item[]>()
  let size = 0
  return {
    get size() {
      return size
    },
    add(item, account) {
      size += 1
      const items = byAccount.get(account)
      if (items === undefined) byAccount.set(account, [item])
      else items.push(item)
    },
    takeAll() {
      const queues = [...byAccount.values()]
      byAccount = new Map()
      size = 0
      if (queues.length === 1) return queues[0] as Item[]
      const rounds = queues.reduce((most, { length }) => Math.max(most, length), 0)
      return Array.from({ length: rounds }, (_, round) =>
        queues.flatMap((items) => items.slice(round, round + 1)),
      ).flat()
    },
  }
}
