import type { documents as en } from "../en/documents";

export const documents: typeof en = {
  list: {
    own: "Свои",
    shipped: "В составе pult",
    remove: "Удалить",
    removeTitle: (name) => `Удалить «${name}»?`,
  },
  fileName: (file: string) => `Файл будет называться «${file}».`,
  fresh: {
    name: "Название",
    nameHint: "Любые буквы и пробелы; имя файла получится из них.",
    badName: "Из этого не получится имени файла. Добавьте буквы или цифры.",
    from: "Начать с",
    create: "Создать",
  },
  open: {
    failed: (name) => `Не удалось открыть «${name}».`,
  },
  draft: {
    title: "Найдены несохранённые изменения",
    older: "С тех пор сохранена другая версия. Восстановление вернёт вашу; при сохранении появится вопрос.",
    restore: "Восстановить",
    discard: "Отбросить",
  },
  save: {
    as: "Сохранить как…",
    save: "Сохранить",
    saved: (time) => `Сохранено в ${time}`,
    unsaved: "Не сохранено",
    conflictTitle: "Сохранена другая версия",
    conflictText: "Файл изменился после открытия. Чем их версия отличается от вашей:",
    overwrite: "Записать поверх",
    keepCopy: "Оставить мою как копию",
    takeTheirs: "Взять их версию",
    same: "Отличий нет.",
  },
  history: {
    undo: (what) => (what ? `Отменить: ${what}` : "Отменить"),
    redo: (what) => (what ? `Вернуть: ${what}` : "Вернуть"),
    nothingUndo: "Отменять нечего.",
    nothingRedo: "Возвращать нечего.",
  },
  steps: {
    take: "взять другую версию",
    restore: "восстановить черновик",
  },
};
