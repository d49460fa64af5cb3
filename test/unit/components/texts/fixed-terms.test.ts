// The words that each language uses for one thing, decided by an editor: where a term has to stand, and what no text may say.
// Most of what is forbidden costs money or trust: a wallet's recovery phrase as the label of an exchange's field, an order that
// reads as money sent to the exchange, an ended session that reads as a completed sign-in.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Language, languages } from '../../../../components/texts/choose-language.ts'
import { loadTexts } from '../../../../components/texts/load-texts.ts'
import { eachText, say } from '../../../support/each-text.ts'

interface FixedTerms {
  /** The term, and the texts that have to contain it. */
  required: Record<string, string[]>
  never: RegExp
}

const order = ['track.sent', 'track.sending']
const ended = ['signInEnded.title', 'errors.reconnect']
const withdrawals = ['errors.withdrawalsSuspended', 'reasons.refusedByInstitution']
const nothingSent = ['errors.riskBlocked', 'review.changed', 'review.changedTotals', 'errors.walletUnsupported']
const tag = ['review.tag']
/** A name, because the sentences of these languages put their word for wallet before it. */
const unnamedWallet = { 'Browser Wallet': ['wallets.unnamed'] }
const authenticator = ['enterCode.leads.totp', 'enterCode.methods.totp']
const identity = ['problem.verifyTitle', 'errors.kycRequired', 'errors.verificationRequired']

const terms: Record<Language, FixedTerms> = {
  en: {
    required: { Request: ['track.sent'], withdrawals, 'othing was sent.': nothingSent, 'dentity check': identity },
    never: /recipient’s new|sign-in (?:has )?ended|say yes|said no|receiver\b/i,
  },
  de: {
    required: {
      Auftrag: order,
      abgemeldet: ended,
      Auszahlungen: withdrawals,
      'Es wurde nichts gesendet.': nothingSent,
      'Memo / Tag': tag,
      'Authenticator-App': authenticator,
      'API-Secret': ['keyFields.API secret'],
    },
    never: /Übertragung|Münze|\bin (?:Ihrem|diesem) Konto|Wiederherstellung|Anmeldung .*beendet|von selbst|unterschr/,
  },
  fr: {
    required: {
      emande: order,
      session: ended,
      retraits: withdrawals,
      'Rien n’a été envoyé.': nothingSent,
      'Mémo / tag': tag,
      'pplication d’authentification': authenticator,
      Passphrase: ['keyFields.Passphrase', 'keyFields.API passphrase'],
    },
    never: /phrase secrète|là-bas|connexion .*terminée|codes faux|d’elle-même|regardez-y/i,
  },
  es: {
    required: {
      olicitud: order,
      sesión: ended,
      retiros: withdrawals,
      'No se ha enviado nada.': nothingSent,
      'plicación de autenticación': authenticator,
    },
    never: /frase secreta|monedero|cartera|retirada|\ballí\b|No se envió|sigue sola/i,
  },
  it: {
    required: {
      ichiesta: order,
      'La sessione': ended,
      prelievi: withdrawals,
      'Non è stato inviato nulla.': nothingSent,
      'Memo / tag': tag,
      'pp di autenticazione': authenticator,
    },
    never: /frase segreta|\blì\b|conto token|accesso .*terminato|i soldi|\bnel (?:Suo )?conto|in viaggio/i,
  },
  nl: {
    required: {
      Opdracht: order,
      uitgelogd: ended,
      opnames: withdrawals,
      'Er is niets verzonden.': nothingSent,
      'Memo / tag': tag,
      'uthenticator-app': authenticator,
    },
    never: /rekening|bezittingen|aanmelding|overdracht|herstelzin|wachtwoordzin|\bsaldi\b|\bhaar\b/i,
  },
  'pt-BR': {
    required: {
      olicitação: order,
      sessão: ended,
      saques: withdrawals,
      'Nada foi enviado.': nothingSent,
      'Memo / tag': tag,
      'plicativo autenticador': authenticator,
      Passphrase: ['keyFields.Passphrase', 'keyFields.API passphrase'],
    },
    never: /frase secreta|código QR|\blá\b|login .*terminou|sozinha/i,
  },
  pl: {
    required: {
      ...unnamedWallet,
      leceni: order,
      esja: ended,
      wypłaty: withdrawals,
      'Nic nie zostało wysłane.': nothingSent,
      'Memo / tag': tag,
      'aplikacji uwierzytelniającej': ['enterCode.leads.totp'],
      Giełda: withdrawals,
    },
    never: /fraza odzyskiwania|Logowanie .*zakończyło|Nic nie wysłano|ma środki|moneta|w Portfel\b/i,
  },
  cs: {
    required: {
      ...unnamedWallet,
      Požadavek: order,
      řihlášení: ended,
      výběry: withdrawals,
      'ic nebylo odesláno.': nothingSent,
      'Memo / tag': tag,
      'věřovací aplikace': authenticator,
      Burza: withdrawals,
    },
    never: /obnovovací|štítek|mince|\(a\)|v Peněženka\b/i,
  },
  ru: {
    required: {
      ...unnamedWallet,
      аявк: order,
      еанс: ended,
      вывод: withdrawals,
      'ичего не отправлено.': nothingSent,
      'риложение-аутентификатор': authenticator,
      проверк: ['errors.kycRequired', 'errors.verificationRequired'],
    },
    never: /секретная фраза|остат(?:ок|к)|вход .*завершён|тамошн|удерживает|продолжит сама/i,
  },
  uk: {
    required: {
      ...unnamedWallet,
      аявку: order,
      еанс: ended,
      виведення: withdrawals,
      'ічого не надіслано.': nothingSent,
      'астосунок-автентифікатор': authenticator,
    },
    never: /секретна фраза|залишок|залишк|вхід .*завершено|тамтешн|за мить|продовжить сама/i,
  },
  ar: {
    required: {
      ...unnamedWallet,
      الطلب: order,
      السحب: ['reasons.refusedByInstitution', 'errors.onHold'],
      'لم يُرسَل أي شيء.': nothingSent,
      'Memo / Tag': tag,
      'تطبيق المصادقة': authenticator,
      'API secret': ['keyFields.API secret'],
      الهوية: identity,
    },
    never: /استلمه|سر API|عقد الرمز|لم يُرسَل شيء/,
  },
  fa: {
    required: {
      درخواست: order,
      نشست: ended,
      برداشت: withdrawals,
      'چیزی ارسال نشد.': nothingSent,
      'Memo / Tag': tag,
      Authenticator: authenticator,
      'احراز هویت': identity,
    },
    never: /نشانی|پیوند|سکه|بازش|وصلش|قفلش|برنامهٔ احراز هویت/,
  },
  he: {
    required: {
      הבקשה: order,
      הסשן: ended,
      משיכות: withdrawals,
      'לא נשלח דבר.': nothingSent,
      'Memo / Tag': tag,
      אפליקציית: ['enterCode.methods.totp'],
      אימות: identity,
    },
    never: /השיחה|אסימון|מזכר|סוד API|שלכם|דבר לא נשלח/,
  },
  tr: {
    required: {
      Talep: order,
      turum: ended,
      çekim: withdrawals,
      'Hiçbir şey gönderilmedi.': nothingSent,
      Memo: tag,
      'imlik doğrulama': identity,
    },
    never: /[Mm]akbuz|\{app\} aldı|denetle|en çok tutar/,
  },
  id: {
    required: {
      ermintaan: order,
      esi: ended,
      penarikan: withdrawals,
      'Tidak ada yang dikirim.': nothingSent,
      'Memo / tag': tag,
      'verifikasi identitas': identity,
    },
    never: /\bpakai\b|dipakai|menjawab|jendela nonce|Rahasia API|mengenal/i,
  },
  vi: {
    required: {
      'đặt lệnh': order,
      hiên: ended,
      rút: withdrawals,
      'Chưa có gì được gửi.': nothingSent,
      'Memo / Tag': tag,
      'xác minh danh tính': identity,
    },
    never: /lần chuyển|cụm mật khẩu|Ghi chú|trên đường|ở đó/i,
  },
  ja: {
    required: {
      依頼: order,
      セッション: ended,
      出金: withdrawals,
      '何も送金されていません。': nothingSent,
      'Memo / Tag': tag,
      認証アプリ: authenticator,
      本人確認: identity,
    },
    never: /あなた|領収書|知りません|何も送られて|[}⟫] [のはでにを]/,
  },
  ko: {
    required: {
      '출금 요청': order,
      세션: ended,
      출금: withdrawals,
      '아무것도 전송되지 않았습니다.': nothingSent,
      'Memo / Tag': tag,
      '인증 앱': authenticator,
      '본인 확인': identity,
    },
    never: /송금|이\(가\)|\(으\)로|나요\?|까요\?|아무것도 보내지/,
  },
  'zh-Hans': {
    required: {
      提交: order,
      会话: ended,
      提币: withdrawals,
      '没有发送任何资产。': nothingSent,
      Memo: tag,
      身份验证器: authenticator,
      身份认证: identity,
    },
    never: /提现|在那里|收据|最小值|最大值|没有发送任何内容|冻结|它/,
  },
}

for (const language of languages) {
  const texts = new Map([...eachText(await loadTexts(language))].map(([path, text]) => [path, say(text)]))

  test(`the fixed terms of ${language} stand where they have to`, () => {
    for (const [term, paths] of Object.entries(terms[language].required))
      for (const path of paths) assert.ok(texts.get(path)?.includes(term), `${path}: ${texts.get(path)}`)
  })

  test(`no text of ${language} says what its fixed terms replaced`, () => {
    const found = [...texts].filter(([, text]) => terms[language].never.test(text))
    assert.deepEqual(found, [])
  })

  test(`a key of an exchange is never called that of a wallet in ${language}`, () => {
    assert.match(texts.get('keyFields.Private key') ?? '', /API/)
    // The page of the exchange shows the English name.
    if (language !== 'en') assert.match(texts.get('keyFields.Private key') ?? '', /[(（]Private key[)）]/)
  })
}
