import { bodySchema, type Endpoint, errorCodes, type GuideResult } from '@outturn/contracts'
import MiniSearch from 'minisearch'
import { z } from 'zod'
import type { GuidePages } from './guide-pages.ts'
import { sectionsOf } from './guide-sections.ts'

/** Finds what fits some words, best first. */
export type GuideIndex = (words: string) => readonly GuideResult[]

const mostResults = 6
/** Most words that are searched for, and the fewest letters of one that may be the beginning of another: each costs its share of the index. */
const mostWords = 12
const fewestLetters = 3
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** An index over the sections of the guide, the error codes and the operations. */
export function indexGuide(pages: GuidePages, endpoints: readonly Endpoint[]): GuideIndex {
  const entries = [...errorEntries(), ...endpoints.map(operationEntry), ...sectionEntries(pages)]
  const index = new MiniSearch<Entry & { id: number }>({
    fields: ['name', 'title', 'text'],
    searchOptions: {
      boost: { name: 4, title: 3 },
      prefix: (word) => word.length >= fewestLetters,
      fuzzy: 0.1,
      tokenize: (text) => [...new Set(wordsOf(text))].slice(0, mostWords),
    },
    tokenize: wordsOf,
  })
  index.addAll(entries.map((entry, id) => ({ id, ...entry })))
  return (words) =>
    index
      .search(words)
      .slice(0, mostResults)
      .flatMap(({ id }) => entries[Number(id)]?.show() ?? [])
}

type Entry = {
  readonly name: string
  readonly title: string
  readonly text: string
  readonly show: () => GuideResult
}

function sectionEntries(pages: GuidePages): readonly Entry[] {
  return Array.from(pages)
    .flatMap(([page, markdown]) => sectionsOf(page, markdown))
    .map(({ page, title, text }) => ({
      ...{ name: page, title, text },
      show: () => ({ kind: 'guide', title, text, page }),
    }))
}

function errorEntries(): readonly Entry[] {
  return Object.entries(errorCodes).map(([code, { status, retryable, remediation }]) => ({
    name: code,
    title: code,
    text: remediation,
    show: () => ({
      kind: 'error',
      title: code,
      text: `Status ${status}${retryable ? ', retryable' : ''}. ${remediation}`,
      page: 'errors',
    }),
  }))
}

function operationEntry(endpoint: Endpoint): Entry {
  const { operationId, method, summary, success } = endpoint
  const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
  const query = endpoint.query instanceof z.ZodObject ? Object.keys(endpoint.query.shape) : []
  const parameters = [
    ...Object.keys(endpoint.params ?? {}),
    ...query,
    ...(endpoint.hasViews === true ? ['view'] : []),
  ]
  return {
    name: operationId,
    title: summary,
    text: `${method} ${path} ${success.description}`,
    show: () => ({
      kind: 'operation',
      title: summary,
      text: `Answers ${success.status}: ${success.description}`,
      operation_id: operationId,
      method,
      path,
      ...(parameters.length > 0 && { parameters }),
      ...(endpoint.body !== undefined && { body: bodySchema(endpoint.body) }),
    }),
  }
}
