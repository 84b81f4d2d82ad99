-- Whoever sends invoices uses the company's own texts, without seeing how its mail is set up.

/** The company's mail texts by language, as `company_mail_settings.templates`; empty when it has none of its own. */
create function public.mail_templates(p_company uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_key(p_company, 'invoices.send');
  return coalesce((select s.templates from public.company_mail_settings s where s.company_id = p_company), '{}');
end $$;

revoke all on function public.mail_templates(uuid) from public, anon, authenticated;
grant execute on function public.mail_templates(uuid) to authenticated;
