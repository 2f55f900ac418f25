// The hostile caller, which takes its orders over IPC once it has made what it sends.
import type { AttackEnd, AttackOrder } from './attacker.ts'
import { attacks, tryAttack } from './attacks.ts'
import { makeBodies } from './bodies.ts'
import { hostileSendTo } from './hostile-send.ts'

makeBodies()
process.send?.('ready')
process.on('message', (order: AttackOrder) => void follow(order))

async function follow({ id, name, system, key, scale }: AttackOrder): Promise<void> {
  const attack = attacks.find((each) => each.name === name)
  if (attack === undefined) throw new Error(`there is no attack ${name}`)
  const target = { send: hostileSendTo(system.base_url), baseUrl: system.base_url, key, scale }
  const end: AttackEnd = { id, fault: await tryAttack(attack, target).then(() => null, String) }
  process.send?.(end)
}
