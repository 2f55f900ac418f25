import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Three pages of orders, of which each names the next one. */
export const orderPages = [
  { rows: orders(1, 2), next: '1' },
  { rows: orders(3, 4), next: '2' },
  { rows: orders(5, 5), next: null },
]

function orders(from: number, to: number): object[] {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  return numbers.map((number) => ({ order: `O-${number}`, cents: number * 100, at: 1_769_900_000 + number }))
}

/** A system of record that is fetched page by page. */
export interface Shop {
  readonly port: number
  /** Address of its orders; each story has a name of its own. */
  urlOf(name: string): string
  /** The pages that were asked for under a name, each once, in the order of their first request. */
  asked(name: string): (string | null)[]
  close(): void
}

export async function openShop(): Promise<Shop> {
  const asked = new Map<string, Set<string | null>>()
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop.example')
    const cursor = searchParams.get('after')
    const pages = asked.get(pathname) ?? new Set<string | null>()
    asked.set(pathname, pages.add(cursor))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(orderPages[Number(cursor ?? '0')]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    urlOf: (name) => `http://127.0.0.1:${port}/${name}`,
    asked: (name) => [...(asked.get(`/${name}`) ?? [])],
    close: () => server.close(),
  }
}
