import type { ExplainedAction } from '@outturn/contracts'
import { badge, card, html, note, postForm, table } from '@outturn/pages'
import type { ActionName } from '@outturn/vocabulary'
import type { ComponentChildren, VNode } from 'preact'
import { resultWords } from '../../../pages/result-words.ts'
import { toneOf } from '../../../pages/result-tone.ts'
import { whySection } from '../../../pages/receipt/why-section.ts'
import { agreedConditionsSection } from '../../../pages/spool/agreed-conditions-section.ts'
import { newDiscrepancyPath, spoolDiscrepancies } from '../discrepancies/discrepancy-list-page.ts'
import { spoolReviews } from '../reviews/spool-reviews.ts'
import { type ConsoleAction, actionWords, consoleActions, lifecycleActionOf } from './action-words.ts'
import { forPeople } from './next-words.ts'
import { mayAct, partyName, spoolPath, type SpoolPageView } from './spool-view.ts'

/** What came of the work, what was not earned and why, the conditions, and what can be done now. */
export function overviewTab(view: SpoolPageView): ComponentChildren {
  return [
    verdictCard(view),
    spoolReviews(view),
    spoolDiscrepancies(view.spool, view.discrepancies),
    agreedConditionsSection(view.spool),
    actionsCard(view),
    whoMayCard(view),
  ]
}

function verdictCard({ spool, receipt }: SpoolPageView): VNode {
  const { last_run: run } = spool.verification_summary
  if (run === null) {
    return html`<section class="card" aria-labelledby="verdict-title">
      <header><h2 id="verdict-title">Verdict</h2>${badge('neutral', 'Not verified yet')}</header>
      <p class="quiet">A verdict stands here when a run has judged what was delivered: what was earned, and why the rest was not.</p>
    </section>`
  }
  return html`<section class="card stack-s" aria-label="Verdict">
    <p class="row">${badge(toneOf(run.result), resultWords[run.result] ?? run.result)}${run.receipt_id === null ? html`<span class="small quiet">No receipt was signed.</span>` : html`<a class="small" href=${`/console/receipts/${run.receipt_id}`}>Receipt</a>`}</p>
    ${
      receipt === undefined || receipt === null
        ? receipt === null
          ? note('warn', 'The receipt could not be read. The rest of this page is current.')
          : null
        : whySection(receipt)
    }
    ${spool.corrective_hint === undefined ? null : html`<p><span class="strong">What to do:</span> <span class="prose">${forPeople(spool.corrective_hint)}</span></p>`}
    ${
      spool.open_disputes.length === 0
        ? null
        : html`<p>${spool.open_disputes.map((id) => html`<a href=${`/console/disputes/${id}`}>A dispute is open.</a> `)}</p>`
    }
  </section>`
}

/** Whether the caller can take an action of the console now. */
function isPossible(action: ConsoleAction, { spool, explained }: SpoolPageView): boolean {
  if (explained === null) return false
  if (action === 'invite') return mayInvite(spool)
  // What is proposed can be proposed again, which changes nothing.
  if (action === 'propose' && spool.status.agreement === 'proposed') return false
  const needed = lifecycleActionOf(action)
  const found = explained.actions.find((each) => each.action === needed)
  if (found?.own.denial !== null) return false
  if (action === 'confirm') return spool.conditions.some((each) => each.confirmation !== undefined)
  return true
}

/** The party that made a Spool of two invites the other one, which has no account yet. */
function mayInvite({ agreement, parties, status }: SpoolPageView['spool']): boolean {
  const other = parties.find((party) => !party.is_caller)
  const isCreator = parties.some((party) => party.is_caller) && other?.assigned === false
  return agreement.mode === 'bilateral' && isCreator && status.outcome === 'active'
}

function actionsCard(view: SpoolPageView): VNode | null {
  const { role, explained, spool } = view
  if (!mayAct(role)) return null
  if (explained === null) return note('warn', 'What you can do could not be read. Open this page again.')
  const possible = consoleActions.filter((action) => isPossible(action, view))
  const disputable = explained.dispute.denial === null
  return card({ id: 'actions', title: 'What you can do' }, [
    possible.length === 0 && !disputable && spool.status.agreement !== 'accepted'
      ? html`<p class="quiet">Nothing now. The table below says why, action by action.</p>`
      : null,
    possible.map((action) => actionEntry(action, view)),
    disputable
      ? html`<div class="act"><p>Says that the latest receipt is wrong, and why. ${spool.dispute_policy.holds_settlement ? 'Nothing is settled while it is open.' : ''}</p><a class="btn" href=${`${spoolPath(spool.id)}/dispute`}>Open a dispute</a></div>`
      : null,
    spool.status.agreement === 'accepted'
      ? html`<div class="act"><p>Records where claims, facts or deliveries differ. It changes no verdict; one that blocks holds the money until both parties close it.</p><a class="btn" href=${newDiscrepancyPath(spool.id)}>Open a discrepancy</a></div>`
      : null,
  ])
}

function actionEntry(action: ConsoleAction, view: SpoolPageView): VNode {
  const { spool, formToken, formId } = view
  const { verb, what, hasPage, isRisk = false } = actionWords[action]
  const path = `${spoolPath(spool.id)}/${action}`
  const button = hasPage
    ? html`<a class=${isRisk ? 'btn risk' : 'btn'} href=${path} data-dialog=${isRisk ? '' : undefined}>${verb}${isRisk ? '…' : ''}</a>`
    : postForm(
        {
          action: path,
          token: formToken(path),
          hidden: {
            form: formId(),
            version: String(spool.version),
            agreement_hash: spool.agreement.agreement_hash,
            quote_digest: spool.pricing_quote?.quote_digest ?? '',
          },
        },
        html`<button class="btn go" type="submit">${verb}</button>`,
      )
  return html`<div class="act"><p>${what}</p>${button}</div>`
}

const actionNames: Readonly<Record<ActionName, string>> = {
  propose: 'Propose',
  accept: 'Accept',
  decline: 'Decline',
  amend: 'Amend',
  quote: 'Quote',
  cancel: 'Cancel',
  abandon: 'Abandon',
  commit: 'Commit the money',
  evidence: 'Deliver or confirm',
  verify: 'Verify',
  'external-result': 'Record a judge’s result',
  'onboard-provider': 'Set up payouts',
  complete: 'Read the completed Spool',
}

/** Every action of the lifecycle with who may take it now, and why not. */
function whoMayCard({ spool, explained, role }: SpoolPageView): VNode | null {
  if (explained === null) return null
  const other = partyName(spool, explained.actions[0]?.other.side ?? 'provider')
  const shown = explained.actions.filter(({ action }) => action !== 'complete')
  return html`<details class="card more" id="who-may"><summary>Who may do what, and why not</summary>
    ${table(
      'Who may do what now',
      [{ name: 'Action', isTitle: true }, 'You', other],
      shown.map(({ action, own, other: others }) => [
        html`<span class="strong">${actionNames[action]}</span>`,
        mayAct(role) ? mayText(own) : 'Your role reads, and does not act.',
        mayText(others),
      ]),
      { isCaptionShown: false },
    )}
  </details>`
}

function mayText({ denial }: ExplainedAction['own']): ComponentChildren {
  return denial === null ? badge('pass', 'Now') : denial.message
}
