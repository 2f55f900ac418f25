import type { PreparedRequest } from '../load/load.ts'
import { type BenchAccount, type LocalStack, openAccount } from '../local-stack.ts'

/** Two accounts that agree with each other again and again. */
export interface Parties {
  baseUrl: string
  buyer: BenchAccount
  seller: BenchAccount
}

export async function openParties(stack: LocalStack, buyer: BenchAccount): Promise<Parties> {
  return { baseUrl: stack.file.base_url, buyer, seller: await openAccount(stack, 'Bench seller') }
}

/** GET of a path of the interface by one of the parties. */
export function get(
  { baseUrl }: Parties,
  { headers }: BenchAccount,
  path: string,
  more: Record<string, string> = {},
): PreparedRequest {
  return { method: 'GET', url: `${baseUrl}/api/v1${path}`, headers: { ...headers, ...more } }
}

/** POST to a path of the interface by one of the parties. */
export function post(
  { baseUrl }: Parties,
  { headers }: BenchAccount,
  path: string,
  body: unknown = {},
): PreparedRequest {
  return { method: 'POST', url: `${baseUrl}/api/v1${path}`, headers, body: JSON.stringify(body) }
}
