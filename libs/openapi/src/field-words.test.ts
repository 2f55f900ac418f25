import { publicEndpoints } from '@outturn/contracts'
import { expect, test } from 'vitest'
import { fieldWords } from './field-words.ts'
import { openapiDocument } from './openapi-document.ts'

type Member = { readonly description?: unknown; readonly examples?: unknown }

/** Every member of every object that a document describes, by its place. */
function membersIn(value: unknown, at = ''): [place: string, name: string, shown: string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (['example', 'examples', 'default'].includes(key)) return []
    const place = `${at}/${key}`
    const members = key === 'properties' ? Object.entries(inner as Record<string, Member>) : []
    return [
      ...members.map(([name, { description, examples }]): [string, string, string] => [
        `${place}/${name}`,
        name,
        JSON.stringify([description, examples]),
      ]),
      ...membersIn(inner, place),
    ]
  })
}

test('every line of the list by name gives a member its description or its example', async () => {
  const routes = publicEndpoints('outturn')
  const bare = new Map(
    membersIn(await openapiDocument(routes, {})).map(([place, , shown]) => [place, shown] as const),
  )
  const needed = new Set(
    membersIn(await openapiDocument(routes))
      .filter(([place, , shown]) => bare.get(place) !== shown)
      .map(([, name]) => name),
  )
  expect(needed.size).toBeGreaterThan(0)
  const unused = Object.keys(fieldWords).filter((name) => !needed.has(name))
  expect(unused, 'remove these lines of libs/openapi/src/field-words.ts').toEqual([])
})
