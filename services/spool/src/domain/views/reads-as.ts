import { describeCheck } from '@outturn/checkers'
import type { Condition } from '../model/spool.ts'

/** The check of a condition in a sentence; nothing where no checker decides it. */
export function readsAs({ deterministic_check: check }: Condition): { readonly reads_as?: string } {
  return check === undefined ? {} : { reads_as: describeCheck(check) }
}
