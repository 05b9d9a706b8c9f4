/** Слова страницы «Рабочие зоны ПРМ-1». */
const COLUMNS: Record<string, string> = { forward: "вперёд", "fling-over": "закидон" };
const ELBOWS: Record<string, string> = { up: "вверх", down: "вниз" };

export const zones = {
  title: "Рабочие зоны ПРМ-1",
  hint: "Меняйте наклон схвата и смотрите, где могут работать концы его губок. Щёлкните точку, чтобы увидеть все конфигурации, которые её достигают. С предметом считается его дальний конец.",
  drawing: "Вертикальная плоскость схвата, вид сбоку",
  wanted: "Наклон и точка",
  labels: { pitch: "Наклон, вниз положителен", roll: "Вращение", x: "Точка, вперёд", z: "Точка, вверх" },
  values: {
    pitch: (value: string) => `${value}°`,
    roll: (value: string) => `${value}°`,
    x: (value: string) => `${value} м`,
    z: (value: string) => `${value} м`,
  },
  area: (zone: string, free: string) => `Губки достигают ${zone} м² при этом наклоне и ${free} м² при любом.`,
  areaHeld: (zone: string, free: string) =>
    `Дальний конец предмета достигает ${zone} м² при этом наклоне и ${free} м² при любом.`,
  holds: "Предмет в схвате",
  held: { angle: "Угол к схвату, вниз", height: "Высота начала", distance: "Начало от кисти", length: "Длина" },
  gap: (distance: string) => `Длины и диапазоны не согласованы: дуга кончается в ${distance} мм от другой.`,
  ways: "Конфигурации, которые достигают точки",
  type: (column: string, elbow: string) => `${COLUMNS[column] ?? column}, локоть ${ELBOWS[elbow] ?? elbow}`,
  angles: ([column, shoulder, elbow, wrist]: readonly string[]) =>
    `колонна ${column}°, плечо ${shoulder}°, локоть ${elbow}°, кисть ${wrist}°`,
  reaches: "достигает её",
  refused: (number: number, text: string) => `Отказ (${number}): ${text}`,
};
