import { invalid } from '../errors/refusals.ts'
import type { Principal } from '../principal.ts'

const longest = 120
/** Characters that no one sees, or that make one name read as another in the trail. */
const misleading = /[\p{Default_Ignorable_Code_Point}\p{C}\p{Zl}\p{Zp}]/u

/** Who an operator command is recorded under. Only operators may send one; the bus sees to that. */
export function operatorName(principal: Principal): string {
  if (principal.kind !== 'operator') throw new Error(`a ${principal.kind} sent an operator command`)
  if (misleading.test(principal.name)) {
    throw invalid('as', 'The name of the operator has a character in it that is not seen.', {
      remediation: 'Give your name with --as in letters, digits, spaces and signs that show.',
    })
  }
  const name = principal.name.trim()
  if (name !== '' && name.length <= longest) return name
  throw invalid('as', 'An operator is recorded under a name of 1 to 120 characters.', {
    remediation: 'Give your name with --as.',
  })
}
