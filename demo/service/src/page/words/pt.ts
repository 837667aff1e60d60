import type { PageWords } from './page-words.ts';

export const pt: PageWords = {
  noData: 'Sem dados',
  noDataFor: 'Sem dados para {values}',
  rowLimit: 'Apenas as primeiras {count} linhas são exibidas.',
  category: 'Categoria',
  other: 'Outros',
  negativeShares: 'Valores negativos não podem ser mostrados como partes',
  onlyZeros: 'Todos os valores são zero',
  up: 'aumento',
  down: 'redução',
  unchanged: 'sem alteração',
  points: '{number} p.p.',
  'time-limit': 'O carregamento demorou demais',
  parameters: 'Não é possível exibir com estes valores',
  connection: 'Não é possível acessar os dados',
  failed: 'Não é possível exibir',
  tryLater: 'Tente novamente mais tarde.',
  closedTitle: 'Este painel não está mais aberto',
  closedText: 'Seu acesso expirou ou foi encerrado. Volte ao aplicativo e abra o painel novamente.',
  unavailableTitle: 'Este painel não está disponível no momento',
  unavailableText: 'Nova tentativa em alguns segundos.',
};
