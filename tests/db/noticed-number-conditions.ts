/** A condition of what numbers documents and lets devices take numbers along, and the rule that notices when it is dropped. */
export const NOTICED_OF_NUMBERS: Readonly<Record<string, string>> = {
  'private.end_lease(private.number_leases,bigint[],text) without «c.company_id = p_lease.company_id»':
    'what a device gives back goes to the counter from its end on, else it is a gap with its reason; nothing else moves',
  'private.end_lease(private.number_leases,bigint[],text) without «c.year = p_lease.year»':
    'what a device gives back goes to the counter from its end on, else it is a gap with its reason; nothing else moves',
  "invoice_number_gaps(uuid) without «g.series = 'invoices'»": 'the gaps of the numbers are the company’s own, with their own reasons',
  'private.end_lease(private.number_leases,bigint[],text) without «n <> all (v_used)»':
    'what a device gives back goes to the counter from its end on, else it is a gap with its reason; nothing else moves',
  "end_number_lease(uuid,uuid) without «not private.has_key(p_company, 'settings.invoice')»":
    'the lease of a lost device is ended by who had it or looks after numbers: what is unsaid is never given again',
  'reopen_number_lease(uuid,uuid) without «l.device_id = v_lease.device_id»':
    'the numbers of a device that is found are away again, and nobody else’s',
  'return_numbers(uuid,uuid,uuid,bigint[]) without «v_lease.device_id is distinct from p_device»':
    'numbers are given back by the person and device that have them, in their company',
  "take_numbers(uuid,uuid,text,integer) without «(v_settings #> '{numbers,leases}') is distinct from 'true'»":
    'taking numbers along wants both keys, the setting, 1 to 20, a device and no open lease of it',
  'restore_number_lease(uuid,jsonb,text) without «n between 1 and v_last + 1000»':
    'of such a lease comes back what nobody else has, and not more than a thousand numbers ahead',
  'private.lease_of_claim(invoices) without «v_lease.ended_at is not null»':
    'a number is used once, by the person and device that have it, while the lease is open',
  'private.was_seller(private.number_leases,text,jsonb) without «s.language = p_language»':
    'a seller is one that the company was since the numbers were taken, in the language of the document, with or without its logo, in the layout and with the sign of its app',
  "private.was_buyer(private.number_leases,uuid,jsonb) without «l.origin = 'trigger'»":
    'a buyer is the customer as it is or was since then, part by part, or whatever somebody says who may write customers',
  "private.adopt_lease() without «not coalesce(new.leased ? 'claim', false)»":
    'only an invoice that is to be issued claims a number of its device',
  'private.bring_back_buyer(invoices) without «n.user_id = auth.uid()»':
    'a customer who was deleted since the numbers were taken comes back for whoever has them, as they were, but for a number that is taken',
  "private.unseen_warnings(invoices) without «p_invoice.leased ? 'claim'»":
    'an invoice with a number of its device is judged by the parties that are printed on it, and asked nothing of; any other by those of today',
  'private.use_leased_number(private.number_leases,bigint) without «r.number = p_seq»':
    'with its number on a document a gap is none, and a lease with no number left is over',
  'private.away_numbers(uuid) without «r.company_id = p_company»':
    'a number that is away, or was and nobody said what became of it, is given to nobody else in any pattern',
  'private.end_leases_of_member() without «m.company_id = old.company_id»':
    'the numbers of who is no member any more are ended as those of a lost device; those of others, and of a closed company, are not',
  'pattern_collisions(uuid,text,text,text) without «i.number = w.number»':
    'what a pattern would meet is told before it is chosen, to who may view invoices',
  'private.check_number_series() without «o.series <> v_series»':
    'a series of its own has a pattern that makes numbers, and no other series’ numbers',
  'next_numbers(uuid) without «c.kind = s.series»':
    'what comes next is told of each series that there is, as the company counts, to who may view invoices',
};
