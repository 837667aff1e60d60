import { addLocale } from './dashboard-texts.ts';

/** The texts in Portuguese. */
export default addLocale('pt', {
  label: 'Painel',
  loading: 'Carregando…',
  trying: 'Ainda tentando…',
  expired: 'Este painel expirou.',
  'logged-out': 'Sua sessão foi encerrada.',
  forbidden: 'Você não tem acesso a este painel.',
  'forbidden-selection': 'Você não tem acesso a esta seleção.',
  'not-found': 'Este painel não existe.',
  offline: 'Você está offline.',
  unavailable: 'Este painel não está disponível no momento.',
  broken: 'Não é possível mostrar este painel.',
  retry: 'Nova tentativa {time}.',
  reload: 'Tentar novamente',
  login: 'Entrar',
});
