import type { BrowserContext, Page } from 'playwright-core'

/** Where a page leads to, for one who opens it with these cookies. */
export type PageLinks = {
  readonly from: string
  /** Its own address: the walk knows how it answers. */
  readonly url: string
  readonly context: BrowserContext
  readonly hrefs: readonly string[]
}

/** Runs in a page: the addresses of its links and of the forms that ask for a page, without those of other sites. */
const ownHrefs = `[...document.querySelectorAll('a[href], link[href]')]
  .map(({ href }) => href)
  .filter((href) => new URL(href).port === location.port && new URL(href).protocol === location.protocol)`

export function hrefsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate<string[]>(ownHrefs)
}

/** Addresses asked for at the same time. */
const abreast = 6

/** Every link that leads to no page, or to a place that its page does not have; each address is opened once for each reader. */
export async function deadLinks(pages: readonly PageLinks[]): Promise<readonly string[]> {
  const wanted = new Map<BrowserContext, Map<string, Map<string, string>>>()
  for (const { from, context, hrefs } of pages) {
    const addresses = wanted.get(context) ?? new Map<string, Map<string, string>>()
    wanted.set(context, addresses)
    for (const href of hrefs) {
      const [address = '', anchor = ''] = href.split('#')
      const anchors = addresses.get(address) ?? new Map<string, string>()
      addresses.set(address, anchors.set(anchor, from))
    }
  }
  const walked = new Set(pages.map(({ url }) => url))
  const waiting = Array.from(wanted).flatMap(([context, addresses]) =>
    Array.from(addresses, ([address, anchors]) => ({
      context,
      address,
      anchors,
      isWalked: walked.has(address),
    })),
  )
  const dead: string[] = []
  const open = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      dead.push(...(await faultsOf(next)))
    }
  }
  await Promise.all(Array.from({ length: abreast }, open))
  return dead
}

type Address = {
  readonly context: BrowserContext
  readonly address: string
  /** What is named behind the address, and the page that names it. */
  readonly anchors: ReadonlyMap<string, string>
  readonly isWalked: boolean
}

/** What cannot be done now has a page that says why. */
const impossible = 409

async function faultsOf({ context, address, anchors, isWalked }: Address): Promise<readonly string[]> {
  const answer = await context.request.get(address, { headers: { accept: 'text/html,*/*;q=0.8' } })
  const [first = ''] = anchors.values()
  const isDead = answer.status() >= 400 && answer.status() !== impossible
  if (isDead && !isWalked) return [`${first} leads to ${address}, which answers with ${answer.status()}`]
  const named = Array.from(anchors).filter(([anchor]) => anchor !== '')
  if (named.length === 0) return []
  const text = await answer.text()
  return named
    .filter(([anchor]) => !text.includes(` id="${decodeURIComponent(anchor)}"`))
    .map(([anchor, from]) => `${from} leads to ${address}#${anchor}, which the page does not have`)
}
