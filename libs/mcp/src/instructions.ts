/** What a host tells its model about these tools, before the first call. */
export const instructions = `Outturn judges finished work against conditions that were agreed, and signs a receipt of what was earned.

The work is in hand and you alone state the conditions: verify_delivery. Another party must agree first: create_spool, invite_counterparty, and then a loop that both parties follow: call get_spool, read next_step (who acts, and why) and allowed_actions, act, and call get_spool again. Where there is evidence that no run has seen, the buyer calls verify_spool. If nothing is left for you, wait and ask again; never act for the other party.

Conditions are exact checks. Take them from compile_conditions; if it asks a question, ask the user, then compile again with the sentence that answers it. When a judgment fails, corrective_hint says what to fix: submit_evidence again. Where claims, systems or parties disagree: search_guide "when you disagree".

Money: a run costs credits, dry_run costs nothing. verify_spool releases what was committed, and write_api can move money: ask the user before either where money is committed. Amounts in cents are US cents.

Before you rely on a receipt that you were handed, call verify_receipt_offline, then get_receipt for corrections, and record_receipt_use before you pay on it.

No key? Call start_sandbox and pass its token as act_as to every call. A refusal has code, field and remediation: do what remediation says, and look up what you do not know with search_guide before guessing. left_out names what an answer does not show for its length.`
