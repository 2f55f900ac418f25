import { personRoles } from '@outturn/vocabulary'
import { expect, test } from 'vitest'
import { isSignInEnough } from './sign-in-rule.ts'

const methods = ['mail', 'link', 'passkey', 'oidc'] as const

test('an account that requires its organisation leaves owners their passkey and the link of an operator, and others nothing else', () => {
  const enough = (isRequired: boolean) =>
    Object.fromEntries(
      personRoles.map((role) => [
        role,
        methods.filter((method) => isSignInEnough(isRequired, { method, role })),
      ]),
    )
  expect(enough(true)).toEqual({
    owner: ['link', 'passkey', 'oidc'],
    developer: ['oidc'],
    billing: ['oidc'],
    viewer: ['oidc'],
  })
  expect(enough(false)).toEqual({ owner: methods, developer: methods, billing: methods, viewer: methods })
})
