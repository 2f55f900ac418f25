import { allBusPermissions } from '@outturn/model'
import { expect, test } from 'vitest'
import previousRights from '../upgrade/previous-rights.json' with { type: 'json' }

type Rights = { readonly publish: readonly string[]; readonly subscribe: readonly string[] }

test('every user of the bus may do what the previous release does, which runs beside this one', () => {
  const now = new Map(allBusPermissions().map((rights) => [rights.userName, rights]))
  const lost = Object.entries(previousRights as Record<string, Rights>).flatMap(([user, before]) =>
    (['publish', 'subscribe'] as const).flatMap((right) =>
      before[right]
        .filter((subject) => now.get(user)?.[right].includes(subject) !== true)
        .map((subject) => `${user} may no longer ${right} ${subject}`),
    ),
  )
  expect(lost).toEqual([])
})
