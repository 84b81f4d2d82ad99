import type { ComponentType, ReactNode } from 'react';
import type { DirectoryTexts } from '#domain/directories.ts';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import type { DraftShelf } from '#data/drafts/draft-shelf.ts';
import type { FormDraft } from '#data/drafts/form-drafts.ts';
import { PageHeader } from '#ui/PageHeader.tsx';
import { showToast } from '#ui/toast.ts';
import type { DraftedFormProps } from './DraftedForm.tsx';
import { EditRecordPage } from './EditRecordPage.tsx';
import { WithDraft } from './WithDraft.tsx';

type Named = { readonly id: string; readonly name: string };
type Props<R extends Named, V extends object> = {
  /** The namespace with the words: these records are made and changed the same way. */
  namespace: DirectoryTexts | 'categories';
  list: string;
  /** Finds a record; undefined while they are read. */
  find: ((id: string) => R | undefined) | undefined;
  shelf: DraftShelf<FormDraft<V>>;
  blank: () => V;
  /** Opened for something particular: an older draft stays where it is. */
  isFresh?: boolean;
  valuesOf: (record: R) => V;
  create: (draft: { id: string; input: V; before: V }) => Promise<R>;
  edit: (change: { id: string; input: V; opened: V }) => Promise<R>;
  form: ComponentType<DraftedFormProps<V>>;
  /** The records have no page of their own: the list shows all of them. */
  isListOnly?: boolean;
  actions?: (record: R) => ReactNode;
};

/** The page that makes a record without an id in the address, and changes one with it. */
export function NamedRecordPage<R extends Named, V extends object>(props: Props<R, V>) {
  const { id } = useParams();
  return id === undefined ? <Create {...props} /> : <Edit key={id} id={id} {...props} />;
}

function Create<R extends Named, V extends object>(props: Props<R, V>) {
  const { namespace, list, shelf, blank, isFresh = false, create, isListOnly = false, form: Form } = props;
  const { t } = useTranslation(namespace);
  const navigate = useNavigate();
  const save = async (draft: Parameters<typeof create>[0]) => {
    const { id, name } = await create(draft);
    showToast({ type: 'success', text: t('toast.created', { name }) });
    void navigate(isListOnly ? list : `${list}/${id}`, { replace: true });
  };
  return (
    <>
      <PageHeader title={t('title.create')} back={{ to: list, label: t('title.list') }} />
      <WithDraft shelf={shelf} fresh={blank} isFresh={isFresh}>
        {(drafted) => (
          <Form
            drafted={drafted}
            saveLabel={t('action.create')}
            cancelTo={list}
            onSave={(input, before) => save({ id: drafted.recordId, input, before })}
          />
        )}
      </WithDraft>
    </>
  );
}

function Edit<R extends Named, V extends object>({ id, ...props }: Props<R, V> & { id: string }) {
  const { namespace, list, find, shelf, valuesOf, edit, isListOnly = false, actions, form: Form } = props;
  const { t } = useTranslation(namespace);
  const navigate = useNavigate();
  const record = find && (find(id) ?? null);
  const all = { to: list, label: t('title.list') };
  const detail = record && !isListOnly ? { to: `${list}/${id}`, label: record.name } : all;
  const save = async (input: V, opened: V) => {
    const { name } = await edit({ id, input, opened });
    showToast({ type: 'success', text: t('toast.changed', { name }) });
    void navigate(detail.to, { replace: true });
  };
  return (
    <EditRecordPage
      title={t('title.edit')}
      record={record}
      list={all}
      detail={detail}
      missing={{ title: t('notFound.title'), text: t('notFound.text') }}
      actions={record && actions?.(record)}
    >
      {(found) => (
        <WithDraft shelf={shelf} recordId={id} fresh={() => valuesOf(found)}>
          {(drafted) => <Form drafted={drafted} saveLabel={t('action.save')} cancelTo={detail.to} onSave={save} />}
        </WithDraft>
      )}
    </EditRecordPage>
  );
}
