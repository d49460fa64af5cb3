// The texts of the shell in every other language: one small file, loaded when a link is opened and the reader does not
// read English. The languages of the steps are loaded in the hosted page.
// None of them has been read by a native speaker yet, see CONTRIBUTING.

import { chooseLanguage } from './choose-language.ts'
import type { ShellTexts } from './shell-texts.ts'

type Row = [
  title: string,
  loading: string,
  close: string,
  retry: string,
  silentTitle: string,
  silent: string,
  invalidLink: string,
]

const rows: Partial<Record<string, Row>> = {
  ar: ['تحويل', 'جارٍ الفتح…', 'إغلاق', 'إعادة المحاولة', 'لم تُفتح النافذة', 'لم يُرسَل أي شيء.', 'هذا الرابط غير صالح.'],
  cs: [
    'Převod',
    'Otevírá se…',
    'Zavřít',
    'Zkusit znovu',
    'Okno se neotevřelo',
    'Nic nebylo odesláno.',
    'Tento odkaz není platný.',
  ],
  de: [
    'Überweisung',
    'Wird geöffnet …',
    'Schließen',
    'Erneut versuchen',
    'Das Fenster hat sich nicht geöffnet',
    'Es wurde nichts gesendet.',
    'Dieser Link ist ungültig.',
  ],
  es: [
    'Transferencia',
    'Abriendo…',
    'Cerrar',
    'Reintentar',
    'La ventana no se ha abierto',
    'No se ha enviado nada.',
    'Este enlace no es válido.',
  ],
  fa: ['انتقال', 'در حال باز شدن…', 'بستن', 'تلاش دوباره', 'پنجره باز نشد', 'چیزی ارسال نشد.', 'این پیوند معتبر نیست.'],
  fr: [
    'Transfert',
    'Ouverture…',
    'Fermer',
    'Réessayer',
    'La fenêtre ne s’est pas ouverte',
    'Rien n’a été envoyé.',
    'Ce lien n’est pas valide.',
  ],
  he: ['העברה', 'פותחים…', 'סגירה', 'ניסיון נוסף', 'החלון לא נפתח', 'לא נשלח דבר.', 'הקישור הזה אינו תקין.'],
  id: [
    'Transfer',
    'Membuka…',
    'Tutup',
    'Coba lagi',
    'Jendela tidak terbuka',
    'Tidak ada yang dikirim.',
    'Tautan ini tidak sah.',
  ],
  it: [
    'Trasferimento',
    'Apertura…',
    'Chiudi',
    'Riprova',
    'La finestra non si è aperta',
    'Non è stato inviato nulla.',
    'Questo link non è valido.',
  ],
  ja: [
    '送金',
    '開いています…',
    '閉じる',
    '再試行',
    'ウィンドウを開けませんでした',
    '何も送金されていません。',
    'このリンクは無効です。',
  ],
  ko: [
    '송금',
    '여는 중…',
    '닫기',
    '다시 시도',
    '창을 열지 못했습니다',
    '아무것도 전송되지 않았습니다.',
    '올바르지 않은 링크입니다.',
  ],
  nl: [
    'Overboeking',
    'Wordt geopend…',
    'Sluiten',
    'Opnieuw proberen',
    'Het venster is niet geopend',
    'Er is niets verzonden.',
    'Deze link is niet geldig.',
  ],
  pl: [
    'Transfer',
    'Otwieranie…',
    'Zamknij',
    'Spróbuj ponownie',
    'Okno się nie otworzyło',
    'Nic nie zostało wysłane.',
    'Ten link jest nieprawidłowy.',
  ],
  'pt-BR': [
    'Transferência',
    'Abrindo…',
    'Fechar',
    'Tentar de novo',
    'A janela não abriu',
    'Nada foi enviado.',
    'Este link não é válido.',
  ],
  ru: [
    'Перевод',
    'Открывается…',
    'Закрыть',
    'Повторить',
    'Окно не открылось',
    'Ничего не отправлено.',
    'Эта ссылка недействительна.',
  ],
  tr: [
    'Transfer',
    'Açılıyor…',
    'Kapat',
    'Tekrar dene',
    'Pencere açılmadı',
    'Hiçbir şey gönderilmedi.',
    'Bu bağlantı geçerli değil.',
  ],
  uk: [
    'Переказ',
    'Відкривається…',
    'Закрити',
    'Спробувати ще раз',
    'Вікно не відкрилося',
    'Нічого не надіслано.',
    'Це посилання недійсне.',
  ],
  vi: [
    'Chuyển tài sản',
    'Đang mở…',
    'Đóng',
    'Thử lại',
    'Cửa sổ không mở được',
    'Chưa có gì được gửi.',
    'Liên kết này không hợp lệ.',
  ],
  'zh-Hans': ['转账', '正在打开…', '关闭', '重试', '窗口未能打开', '没有发送任何资产。', '此链接无效。'],
}

/** In the language of this locale, or of the browser; null for English. */
export function shellTextsFor(wish: string): ShellTexts | null {
  const { language, locale } = chooseLanguage(wish)
  const row = rows[language]
  if (row === undefined) return null
  const [title, loading, close, retry, silentTitle, silent, invalidLink] = row
  return { lang: locale, title, loading, close, retry, silentTitle, silent, invalidLink }
}
