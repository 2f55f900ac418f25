import { posix } from 'node:path'
import type { Sources } from './sources.ts'

const inDomain = /^(services\/[^/]+\/src\/domain)\/([^/]+)\/.+\.ts$/

/** Rooms of a domain that need each other, directly or through others; tests may look into every room. */
export function findRoomCircles(sources: Sources, isTest: (path: string) => boolean): string[] {
  const needs = new Map<string, Set<string>>()
  for (const [path, text] of sources) {
    const room = roomOf(path)
    if (room === null || isTest(path)) continue
    for (const [, to = ''] of text.matchAll(/from '(\.[^']+)'/g)) {
      const other = roomOf(posix.join(posix.dirname(path), to))
      if (other === null || other === room || !isOfOneDomain(room, other)) continue
      needs.set(room, (needs.get(room) ?? new Set()).add(other))
    }
  }
  const told = new Set<string>()
  return [...needs.keys()].toSorted().flatMap((room) => {
    const way = told.has(room) ? null : wayBack(room, needs)
    if (way === null) return []
    for (const each of way) told.add(each)
    return [`${room}: needs itself, by ${way.map((each) => posix.basename(each)).join(', ')}`]
  })
}

function roomOf(path: string): string | null {
  const [, domain, room] = inDomain.exec(path) ?? []
  return domain === undefined ? null : `${domain}/${room}`
}

function isOfOneDomain(one: string, other: string): boolean {
  return posix.dirname(one) === posix.dirname(other)
}

/** The rooms on the shortest way from a room back to itself; null where there is none. */
function wayBack(start: string, needs: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const ways = [...(needs.get(start) ?? [])].map((room) => [room])
  const seen = new Set<string>()
  for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
    const last = way.at(-1) ?? ''
    if (last === start) return way.slice(0, -1)
    if (seen.has(last)) continue
    seen.add(last)
    for (const next of needs.get(last) ?? []) ways.push([...way, next])
  }
  return null
}
