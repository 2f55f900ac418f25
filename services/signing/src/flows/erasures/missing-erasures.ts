import type { MissingErasures } from './erasure-list.ts'

/** What a restore brought back, for the operator. */
export function describeMissing({ accounts, contents, problem }: MissingErasures): string {
  if (problem !== null) return `${problem}. It is not known what was erased.`
  const parts = [
    ...(accounts > 0 ? [`${accounts} erased ${accounts === 1 ? 'account' : 'accounts'}`] : []),
    ...(contents > 0 ? [`${contents} withdrawn ${contents === 1 ? 'content' : 'contents'}`] : []),
  ]
  return `The restored database has ${parts.join(' and ')}, which are erased again now.`
}

export function adviceOnMissing({ problem }: MissingErasures): string {
  return problem === null
    ? 'Requests are answered once that is done. `account erasures` says what it waits for.'
    : 'Put the file back from a copy of the folder, or remove it if nothing was erased under it.'
}
