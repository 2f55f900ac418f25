// The hostile caller, which takes its orders over IPC.
import { sendOnceTo } from '../e2e/api.ts'
import type { AttackEnd, AttackOrder } from './attacker.ts'
import { attacks, tryAttack } from './attacks.ts'

process.on('message', (order: AttackOrder) => void follow(order))

async function follow({ id, name, system, key, scale }: AttackOrder): Promise<void> {
  const attack = attacks.find((each) => each.name === name)
  if (attack === undefined) throw new Error(`there is no attack ${name}`)
  const target = { send: sendOnceTo(system), baseUrl: system.base_url, key, scale }
  const end: AttackEnd = { id, fault: await tryAttack(attack, target).then(() => null, String) }
  process.send?.(end)
}
