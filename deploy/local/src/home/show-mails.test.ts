import { expect, test } from 'vitest'
import { mailLines } from './show-mails.ts'

test('a mail is shown with its whole link, however its lines were broken', () => {
  const mail = [
    'From: Outturn <mail@localhost>',
    'To: ada@example.com',
    'Subject: Sign in to Outturn',
    'Content-Type: multipart/alternative; boundary="x"',
    '',
    '--x',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '    1234 5678',
    '',
    'http://localhost:8080/sign-in/finish?token=3Dab=',
    'cd',
    '',
    '--x',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<p>1234 5678</p>',
    '--x--',
    '',
  ].join('\n')
  expect(mailLines(mail)).toBe(
    '\n  Mail to ada@example.com: Sign in to Outturn\n\n      1234 5678\n\n  http://localhost:8080/sign-in/finish?token=abcd\n\n',
  )
})
