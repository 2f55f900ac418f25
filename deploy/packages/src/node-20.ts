// What the sources use and Node 20 does not have yet. Programs load it first; modules, which run in a process of others, must do without it.

function addWhereMissing(target: object, members: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(members)) {
    if (!(name in target)) Object.defineProperty(target, name, { value, writable: true, configurable: true })
  }
}

addWhereMissing(URL, {
  parse: (text: string, base?: string): URL | null => (URL.canParse(text, base) ? new URL(text, base) : null),
})

addWhereMissing(Promise, {
  withResolvers(): object {
    let settle = {}
    const promise = new Promise((resolve, reject) => {
      settle = { resolve, reject }
    })
    return { promise, ...settle }
  },
})

addWhereMissing(Object, {
  groupBy<Item>(items: Iterable<Item>, keyOf: (item: Item, index: number) => string): object {
    const groups = Object.create(null) as Record<string, Item[]>
    let index = 0
    for (const item of items) {
      const key = keyOf(item, index)
      groups[key] ??= []
      groups[key].push(item)
      index += 1
    }
    return groups
  },
})

addWhereMissing(Map, {
  groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item, index: number) => Key): Map<Key, Item[]> {
    const groups = new Map<Key, Item[]>()
    let index = 0
    for (const item of items) {
      const key = keyOf(item, index)
      const group = groups.get(key) ?? []
      group.push(item)
      groups.set(key, group)
      index += 1
    }
    return groups
  },
})

for (const { prototype } of [Response, Request, Blob]) {
  addWhereMissing(prototype, {
    async bytes(this: Response | Request | Blob): Promise<Uint8Array> {
      return new Uint8Array(await this.arrayBuffer())
    },
  })
}
