import type { CheckerName } from '@outturn/checkers'

const checkers: Readonly<Record<CheckerName, string>> = {
  row_count: 'Number of rows',
  completeness: 'Required fields',
  duplicate_rate: 'No duplicates',
  url_format: 'Web addresses',
  json_path: 'Values',
  http_status: 'Web addresses that answer',
  text_contains: 'Text',
  hash_matches: 'Digest of the file',
  deadline_met: 'Deadline',
}

const others: Readonly<Record<string, string>> = {
  'executor.human_confirmed': 'Confirmation by a party',
  'executor.ai_assisted': 'Claim with a citation',
  'executor.external_tool': 'External judge',
  'judge.verbatim': 'Claim with a citation',
}

/** A title for what judged a condition: `checker.completeness` is “Required fields”. */
export function verifierTitle(verifierId: string): string {
  const checker = verifierId.replace(/^checker\./, '')
  if (Object.hasOwn(checkers, checker)) return checkers[checker as CheckerName]
  const other = Object.hasOwn(others, verifierId) ? others[verifierId] : undefined
  if (other !== undefined) return other
  return verifierId.startsWith('judge.') ? `Judge ${verifierId.slice('judge.'.length)}` : 'Condition'
}
