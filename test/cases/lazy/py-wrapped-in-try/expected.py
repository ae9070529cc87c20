import logging
import smtplib
from email.message import EmailMessage

log = logging.getLogger(__name__)


def build(to, subject, body):
    message = EmailMessage()
    message["To"] = to
    message["Subject"] = subject
    message.set_content(body)
    return message


def send(host, message):
    try:
        with smtplib.SMTP(host) as smtp:
            smtp.starttls()
            smtp.send_message(message)
    except smtplib.SMTPException as error:
        log.warning("not sent to %s: %s", message["To"], error)
        return False
    log.info("sent to %s", message["To"])
    return True
