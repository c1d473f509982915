;;; load-eglot.el --- Loads eglot, from wherever this Emacs has it -*- lexical-binding: t -*-
;; Emacs has it from 29 on; before, it is a package of the user or of Debian, whose folders `-Q` leaves out.

(package-initialize)
(dolist (parent '("/usr/share/emacs/site-lisp/elpa" "/usr/share/emacs/site-lisp/elpa-src"))
  (when (file-directory-p parent)
    (dolist (folder (directory-files parent t "^[a-z]"))
      (when (file-directory-p folder) (add-to-list 'load-path folder)))))
(require 'eglot)
