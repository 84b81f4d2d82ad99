-- The extension that the schema needs, where hosted Supabase has it. Idempotent.
create schema if not exists extensions;
create extension if not exists pgcrypto with schema extensions;
